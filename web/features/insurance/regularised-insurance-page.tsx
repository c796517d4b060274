import { InsuranceList } from './insurance-list.tsx';
import { regularisedSamples } from './insurance-samples.ts';

export default function RegularisedInsurancePage() {
  return <InsuranceList title="Regularised Insurance" rows={regularisedSamples} />;
}
