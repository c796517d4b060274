import { InsuranceList } from './insurance-list.tsx';
import { regularisedSamples } from './insurance-samples.ts';

export default function RegularisedInsurancePage() {
  return <InsuranceList title="Regularised Insurance" rows={regularisedSamples} />;
}

RegularisedInsurancePage.help =
  'This screen shows how regularised insurance will be listed. Its rows are samples. Nothing is kept or sent from here. A state admin says when insurance begins.';
