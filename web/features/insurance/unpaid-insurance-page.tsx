import { InsuranceList } from './insurance-list.tsx';
import { unpaidSamples } from './insurance-samples.ts';

export default function UnpaidInsurancePage() {
  return <InsuranceList title="Unpaid Insurance" rows={unpaidSamples} />;
}

UnpaidInsurancePage.help =
  'This screen shows what the list of vehicles without insurance will look like. The rows are samples. Hanya does not keep or send anything from this screen. A state admin will tell you when you can use it.';
