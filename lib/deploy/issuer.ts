const TIMEOUT_MS = 3_000;

const read = async (address: string) => {
  const response = await fetch(address, { signal: AbortSignal.timeout(TIMEOUT_MS) });
  return { status: response.status, text: await response.text() };
};

/** Parses a document of members. Returns one without members for any other text, such as a page of HTML. */
const parse = (text: string) => {
  try {
    return Object(JSON.parse(text));
  } catch {
    return {};
  }
};

/** Fault of an issuer: an error if API Gateway finds it, too, and a warning if that cannot be seen from here. */
type IssuerFault = { readonly error?: string; readonly warning?: string };

/**
 * Reads the document of an issuer. API Gateway reads it when it makes the authorizer, and without it the deployment fails
 * after some minutes: "Issuer must have a valid discovery endpoint".
 */
export const checkIssuer = async (issuer: string): Promise<IssuerFault> => {
  const address = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
  if (!issuer.startsWith('https:'))
    return { error: `The setting "issuer" is ${issuer}; allowed on AWS: an https address that API Gateway can read.` };
  const found = await read(address).catch(({ message, cause }: Error): string => Object(cause).message ?? message);
  if (typeof found !== 'string' && found.status === 404)
    return { error: `The issuer has no document ${address}; set "issuer" to the value of "iss" in its tokens.` };
  if (typeof found === 'string' || found.status !== 200) {
    const reason = typeof found === 'string' ? found : `the status is ${found.status}`;
    const needs = 'API Gateway needs it, and must reach it over the internet';
    return { warning: `The document ${address} of the issuer cannot be read from here: ${reason}; ${needs}.` };
  }
  const { issuer: named, jwks_uri: keys } = parse(found.text);
  if (typeof keys !== 'string')
    return { error: `The document ${address} has no "jwks_uri"; set "issuer" to an OpenID Connect issuer.` };
  if (named === issuer) return {};
  return { error: `The document ${address} is of the issuer ${named}; set "issuer" to this, as "iss" in its tokens.` };
};
