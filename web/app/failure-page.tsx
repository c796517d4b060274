import { useEffect } from 'react';
import { useRouteError } from 'react-router';
import { BrokenPage } from './error-boundary.tsx';

/** Stands in for a screen that broke or could not be fetched. */
export function FailurePage() {
  const error = useRouteError();
  useEffect(() => console.error(error), [error]);
  return <BrokenPage />;
}
