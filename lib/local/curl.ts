import { resources } from '../../functions/resources';
import type { startIssuer } from './gateway/issuer';

type Issuer = Awaited<ReturnType<typeof startIssuer>>;

/**
 * Issues the tokens that the curl lines use. With ownership, another client and an admin get tokens, too. With a claim of
 * owners, so does a colleague, who owns what the first client owns.
 */
export const issueTokens = async ({ tokenFor }: Issuer, scopes: readonly string[], ownerClaim?: string) => {
  const tokenOf = (sub: string, right: RegExp, claims = {}) =>
    tokenFor({ sub, scope: scopes.filter((scope) => right.test(scope)).join(' '), ...claims });
  const [ordinary, ofAdmins] = [/:(read|write)$/, /:admin$/];
  const token = await tokenOf('you', ordinary);
  if (!scopes.some((scope) => ofAdmins.test(scope))) return { token };
  const admin = await tokenOf('admin', ofAdmins);
  if (!ownerClaim) return { token, stranger: await tokenOf('stranger', ordinary), admin };
  const stranger = await tokenOf('stranger', ordinary, { [ownerClaim]: 'theirs' });
  return { token, colleague: await tokenOf('colleague', ordinary), stranger, admin };
};

type Started = {
  /** Address of a token with a single scope. */
  readonly tokenUrl: string | undefined;
  /** True if this start has created the sample data. */
  readonly isSeeded: boolean;
};

/** Writes a value as JSON that can stand between single quotes in a shell. */
export const jsonForShell = (value: object) => JSON.stringify(value).replaceAll("'", '\\u0027');

/**
 * Formats curl commands of the first resource, which work when they are pasted into a shell. `tokens` are named by the
 * variables of the shell that hold them.
 */
export const curlLines = (url: string, tokens: Readonly<Record<string, string>>, { tokenUrl, isSeeded }: Started) => {
  const bearer = (name: string) => (tokens[name] ? ` -H "authorization: Bearer $${name}"` : '');
  const variables = Object.entries(tokens).map(([name, token]) => `${name}=${token}`);
  const owned = isSeeded ? 'The sample data belongs to $token. ' : '';
  const meaning = tokens.admin
    ? `${owned}$stranger may not change what belongs to $token; ${tokens.colleague ? '$colleague and ' : ''}$admin may. One with a single scope:`
    : 'This token has all scopes, for 12 hours. One with a single scope:';
  const lines = resources.slice(0, 1).flatMap(({ path, examples }) => {
    const body = jsonForShell(examples.create.request);
    // Lists as an admin, because only admins may list private resources.
    const list = `curl ${url}${path}${bearer('admin') || bearer('token')}`;
    return [list, `curl ${url}${path}${bearer('token')} -H 'content-type: application/json' -d '${body}'`];
  });
  const parts = [variables.join('\n'), lines.join('\n'), ...(tokenUrl ? [meaning, `curl '${tokenUrl}'`] : [])];
  return parts.filter((part) => part !== '').join('\n\n');
};
