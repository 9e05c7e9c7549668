import type { startIssuer } from './gateway/issuer';

type Issuer = Awaited<ReturnType<typeof startIssuer>>;

/** Issues the tokens that the curl lines use. With ownership, another caller and an admin get tokens, too. */
export const issueTokens = async ({ url, tokenFor }: Issuer, scopes: readonly string[], ownership: boolean) => {
  const tokenOf = (sub: string, right: RegExp) =>
    tokenFor({ sub, scope: scopes.filter((scope) => right.test(scope)).join(' ') });
  const [ordinary, ofAdmins] = [/:(read|write)$/, /:admin$/];
  const others = { stranger: await tokenOf('stranger', ordinary), admin: await tokenOf('admin', ofAdmins) };
  const token = await tokenOf('you', ordinary);
  return { issuer: url, token, scope: scopes[0] ?? '', others: ownership ? others : undefined };
};
