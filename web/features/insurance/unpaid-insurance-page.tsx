import { InsuranceList } from './insurance-list.tsx';
import { unpaidSamples } from './insurance-samples.ts';

export default function UnpaidInsurancePage() {
  return <InsuranceList title="Unpaid Insurance" rows={unpaidSamples} />;
}
