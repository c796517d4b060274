import type { ResponseOf } from '#contract/endpoint.ts';
import * as contract from '#contract/languages.ts';
import type { Organisation } from '#contract/places.ts';
import type { Catalogue } from '#contract/speaking.ts';
import { carryOut, servePlainAct } from '#server/acts/carry-out.ts';
import type { Part } from '#server/acts/part.ts';
import type { Deps } from '#server/deps.ts';
import { answered } from '#server/http/answered.ts';
import { exportLimit } from '#server/http/attempts.ts';
import type { Caller } from '#server/http/caller.ts';
import { notFound, Refusal } from '#server/http/refusal.ts';
import { theOrganisation, theWholeOrganisation } from '#server/scope/rules.ts';
import { changingLanguages, importingLanguage, readConfirmed } from './commands.ts';
import { writeLanguageFile } from './po-file.ts';
import {
  languageFiles,
  languagesOf,
  languageStates,
  offeredIn,
  sentencesOf,
  versionOf,
} from './queries.ts';

export const languagesPart: Part = {
  name: 'languages',
  routes: languageRoutes,
};

function languageRoutes(deps: Deps): void {
  const { serve, db } = deps;
  const whose = (caller: Caller, chosen: Organisation | undefined) => {
    const organisation = theOrganisation(caller.scope, chosen);
    return organisation instanceof Refusal ? organisation : { organisation, demo: caller.demo };
  };

  serve(contract.readLanguages, async ({ query, caller }) => {
    const of = whose(caller, query.organisation);
    return of instanceof Refusal ? of : answered(await languageStates(db, of));
  });
  serve(contract.listOfferedLanguages, async ({ query, caller }) => {
    const of = whose(caller, query.organisation);
    return of instanceof Refusal ? of : answered(await offeredIn(await languagesOf(db, of)));
  });
  servePlainAct(deps, contract.changeLanguages, changingLanguages);
  serve.download(
    contract.exportLanguage,
    async ({ params, query, caller }) => {
      const of = whose(caller, query.organisation);
      if (of instanceof Refusal) return of;
      const file = languageFiles().get(params.language);
      if (!file) return notFound('language');
      const sentences = await sentencesOf(db, of, file);
      return {
        type: 'text/x-gettext-translation' as const,
        name: `hanya-${file.code}.po`,
        content: Buffer.from(writeLanguageFile({ ...file, sentences })),
      };
    },
    exportLimit,
  );
  serve(contract.importLanguage, async (call) => {
    const organisation = theWholeOrganisation(call.caller.scope, call.body.organisation);
    if (organisation instanceof Refusal) return organisation;
    const record = await readConfirmed(call.params.language, call.files[0]);
    if (record instanceof Refusal) return record;
    const taken = await carryOut(deps, contract.importLanguage, importingLanguage, {
      ...call,
      record,
    });
    return taken instanceof Refusal ? taken : answered(taken);
  });
  serve(contract.readCatalogue, async ({ params, query, caller }) => {
    const of = whose(caller, query.organisation);
    if (of instanceof Refusal) return of;
    const catalogue = await (await languagesOf(db, of)).catalogue(params.language);
    return catalogue ? answered(withVersion(catalogue)) : notFound('language');
  });
  serve(
    contract.readCatalogueForAll,
    async ({ params }) => {
      const catalogue = await (await deps.languagesOfAll()).catalogue(params.language);
      return catalogue ? answered(withVersion(catalogue)) : notFound('language');
    },
    { perMinute: 60 },
  );
}

const withVersion = (catalogue: Catalogue): ResponseOf<typeof contract.readCatalogue>['data'] => ({
  language: catalogue.language,
  plural: catalogue.plural,
  isConfirmed: catalogue.isConfirmed,
  version: versionOf(catalogue),
  sentences: Object.fromEntries(
    Object.entries(catalogue.sentences).map(([sentence, forms]) => [sentence, [...forms]]),
  ),
});
