import { InsuranceList } from './insurance-list.tsx';
import { unpaidSamples } from './insurance-samples.ts';

export default function UnpaidInsurancePage() {
  return <InsuranceList title="Unpaid Insurance" rows={unpaidSamples} />;
}

UnpaidInsurancePage.help =
  'This screen shows how vehicles without insurance will be listed. Its rows are samples. Nothing is kept or sent from here. A state admin says when insurance begins.';
