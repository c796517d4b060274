// The styles of every page, the sign-in page among them. The parts of Mantine bring their own,
// mantine-styles.ts. All but tokens and variables lie in layers, so that the order is theirs.
import './reset.css';
import '@mantine/core/styles/baseline.layer.css';
import '@mantine/core/styles/global.layer.css';
import './variables.css';
import './fonts.css';
import './tokens.css';
import './base.css';
import './shared.css';
import './start.css';
