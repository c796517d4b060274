// Checks the OpenAPI document, as the product serves it, against Redocly's recommended rules.
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { endpoints } from '#contract/endpoints.ts';
import { openApi } from '#server/http/openapi.ts';

const config = await createConfig({
  extends: ['recommended'],
  rules: {
    // Redocly calls `/booking/check/{id}` ambiguous, but in our router a fixed segment goes before
    // a parameter.
    'no-ambiguous-paths': 'off',
  },
});
const source = JSON.stringify(openApi(endpoints));
const problems = await lintFromString({ source, config });
for (const { ruleId, message, location } of problems) {
  process.stdout.write(`${ruleId}: ${message} (${location[0]?.pointer ?? ''})\n`);
}
process.exitCode = problems.length === 0 ? 0 : 1;
