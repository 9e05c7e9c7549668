import { type Callers, callers } from '../../models/stored-models';
import type { GivenSettings } from '../../stack/context';
import { defineFact } from '../fact';

/** Returns the callers of a route with the settings of a stage. */
const callersWith = ({ protectReads, ownership }: GivenSettings, named: Callers[string]) => {
  const [owners, scoped, everybody] = callers;
  return (named === everybody && protectReads) || (named === owners && !ownership) ? scoped : named;
};

/** Callers of each route on a stage with authentication. */
export const accessFact = defineFact({
  name: 'access',
  isOfData: true,
  read: ({ Metadata: { Callers, Settings } }) => ({ routes: Callers, settings: Settings }),
  lost: (before, { routes, settings }) =>
    Object.entries(before.settings.issuer ? routes : {}).flatMap(([name, named]) => {
      const [was, is] = [before.routes[name] ?? named, named].map((each) => callersWith(settings, each));
      if (!was || !is || callers.indexOf(is) <= callers.indexOf(was)) return [];
      return [
        `After this deployment the route ${name} serves ${is}, and served only ${was} before: keep its "access", and "isPrivate" of its resource.`,
      ];
    }),
});

/** Members of parents that each list shows on a stage with authentication. */
export const shownFact = defineFact({
  name: 'access',
  isOfData: true,
  read: ({ Metadata: { Shown, Settings } }) => ({ lists: Shown, issuer: Settings.issuer }),
  lost: (was, is) =>
    Object.entries(was.issuer ? is.lists : {}).flatMap(([name, members]) => {
      const { [name]: before = members } = was.lists;
      const added = members.filter((member) => !before.includes(member)).join(', ');
      if (!added) return [];
      return [`After this deployment the route ${name} shows ${added} to all its readers: take it out of "expands".`];
    }),
});
