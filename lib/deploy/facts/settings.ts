import { isDeepStrictEqual } from 'node:util';
import { type GivenSettings, namesInStages } from '../../stack/context';
import { protective } from '../../stack/settings';
import { defineFact } from '../fact';

/** Effects of changed settings on a stage with ownership. */
export const ownershipEffects: GivenSettings = {
  issuer: 'nobody owns what is stored',
  ownerClaim: 'nobody owns what is stored',
  scopePrefix: 'no scope of today makes an admin',
};

/** Settings of a stage that are not given any more, that protect the stage and are turned off, or that change its owners. */
export const settingFacts = namesInStages
  .filter((name) => name !== 'domain' && name !== 'table')
  .map((name) =>
    defineFact({
      name,
      read: ({ Metadata }) => Metadata.Settings,
      lost: ({ [name]: was, ownership }, { [name]: is }, given) => {
        if (isDeepStrictEqual(was, is)) return [];
        const effect = (was && !is && protective[name]) || (ownership && ownershipEffects[name]);
        if ((was === undefined || given[name] !== undefined) && !effect) return [];
        const start = effect ? `After this deployment ${effect}, because it` : 'This deployment';
        if (was === undefined)
          return [`${start} adds the setting ${name}=${JSON.stringify(is)} to the stage; leave it out.`];
        return [`${start} drops the setting ${name}=${JSON.stringify(was)} of the stage; repeat it.`];
      },
    }),
  );

/** Host name of a stage. API Gateway ends a name at once, before the DNS can point to the next one. */
export const domainFact = defineFact({
  name: 'domain',
  read: ({ Metadata }): string | undefined => Object(Metadata.Settings.domain).name,
  lost: (was, is) =>
    was && was !== is ? [`This deployment ends the address ${was} of the stage; keep the setting "domain".`] : [],
});
