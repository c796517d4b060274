import { InsuranceList } from './insurance-list.tsx';
import { regularisedSamples } from './insurance-samples.ts';

export default function RegularisedInsurancePage() {
  return <InsuranceList title="Regularised Insurance" rows={regularisedSamples} />;
}

RegularisedInsurancePage.help =
  'This screen shows what the list of regularised insurance will look like. The rows are samples. Hanya does not keep or send anything from this screen. A state admin will tell you when you can use it.';
