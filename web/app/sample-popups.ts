// One small file of both, since neither does anything yet.
export { DrivingTestPopup } from '#web/features/driving-tests/driving-test-popup.tsx';
export { InsurancePopup } from '#web/features/insurance/insurance-popup.tsx';
