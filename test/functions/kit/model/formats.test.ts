import { errorOf, isOfType, readValues } from '../../../../functions/kit/model/check';
import { country, currency } from '../../../../functions/kit/model/codes';
import { date, email, language, url, uuid } from '../../../../functions/kit/model/formats';
import { decimal } from '../../../../functions/kit/model/kinds';

const fields = {
  amount: decimal(2),
  rate: decimal(1, { minimum: 0, maximum: 1 }),
  sum: decimal(3, { maximum: 1e20 }),
  dueOn: date,
  mail: email,
  site: url,
  ref: uuid,
  land: country,
  money: currency,
  tongue: language,
};
type Name = keyof typeof fields;

const read = (name: Name, json: string) => {
  const errors: unknown[] = [];
  const values = readValues(fields, { [name]: JSON.parse(json) }, (at, error) => at === name && errors.push(error));
  return errors.length > 0 ? errors : values[name];
};

test.each<[Name, string, unknown]>([
  ['amount', '19.990', 19.99],
  ['amount', '-9999999999999.99', -9_999_999_999_999.99],
  ['amount', '1.1e1', 11],
  ['amount', '0.07', 0.07],
  ['rate', '0.1', 0.1],
  ['dueOn', '"2028-02-29"', '2028-02-29'],
  ['dueOn', '"0001-01-01"', '0001-01-01'],
  ['dueOn', '"9999-12-31"', '9999-12-31'],
  ['mail', '"Ann@X.example"', 'Ann@X.example'],
  ['site', '"HTTPS://m\\u00fcnchen.example:8443/a?b=%20#c"', 'HTTPS://m\u00fcnchen.example:8443/a?b=%20#c'],
  ['ref', '"01A1F3AD-8E00-7000-8000-00000000000F"', '01a1f3ad-8e00-7000-8000-00000000000f'],
  ['ref', '"00000000-0000-0000-0000-000000000000"', '00000000-0000-0000-0000-000000000000'],
  ['land', '"DE"', 'DE'],
  ['money', '"XCG"', 'XCG'],
  ['tongue', '"zh-Hant-TW"', 'zh-Hant-TW'],
  ['tongue', '"es-419"', 'es-419'],
])('the field %s reads %s as %j', (name, json, value) => {
  expect(read(name, json)).toBe(value);
});

const noDay = 'must be a day that exists, such as 2026-11-28';
const noUrl = 'must be a URL with http or https, without white space, such as https://example.com/page';
const noUuid = 'must be a UUID, such as 5f0c954f-8dc1-4e4c-8f2f-1a6c5c9d2b7e';
const noCountry = 'must be a country code of ISO 3166-1 in capitals, such as DE';
const noTag = 'must be a language tag in its usual case, such as de, pt-BR or zh-Hant';
const longUrl = JSON.stringify(`https://example.com/${'a'.repeat(2029)}`);

test.each<[Name, string, rule: string, error: string]>([
  ['amount', '"5"', 'type', 'must be a number, not a string'],
  ['amount', '9.999', 'format', 'must have at most 2 decimals'],
  ['amount', '0.30000000000000004', 'format', 'must have at most 2 decimals'],
  ['amount', '1e13', 'too-large', 'must be at most 9999999999999.99'],
  ['amount', '-1e13', 'too-small', 'must be at least -9999999999999.99'],
  ['sum', '1e12', 'too-large', 'must be at most 999999999999.999'],
  ['rate', '0.25', 'format', 'must have at most 1 decimal'],
  ['rate', '1.1', 'too-large', 'must be at most 1'],
  ['dueOn', '20261128', 'type', 'must be a string, not 20261128'],
  ['dueOn', '"2026-02-29"', 'format', noDay],
  ['dueOn', '"0000-01-01"', 'format', noDay],
  ['dueOn', '"2026-11-28T00:00:00Z"', 'format', noDay],
  ['dueOn', '"28.11.2026"', 'format', noDay],
  ['site', '"/page"', 'format', noUrl],
  ['site', '"ftp://example.com/page"', 'format', noUrl],
  ['site', '"https://"', 'format', noUrl],
  ['site', '"https://example.com:99999"', 'format', noUrl],
  ['site', '"https://example.com/a b"', 'format', noUrl],
  ['site', longUrl, 'too-long', 'must be at most 2048 characters long'],
  ['ref', '"{01a1f3ad-8e00-7000-8000-00000000000f}"', 'format', noUuid],
  ['ref', '"01a1f3ad8e007000800000000000000f"', 'format', noUuid],
  ['land', '"Germany"', 'not-allowed', noCountry],
  ['land', '"de"', 'not-allowed', noCountry],
  ['land', '"UK"', 'not-allowed', noCountry],
  ['money', '"euro"', 'not-allowed', 'must be a currency code of ISO 4217 in capitals, such as EUR'],
  ['tongue', '"German"', 'format', noTag],
  ['tongue', '"pt_BR"', 'format', noTag],
  ['tongue', '"pt-br"', 'format', noTag],
])('the field %s refuses %s by %s: %s', (name, json, rule, error) => {
  expect(read(name, json)).toEqual([[rule, error]]);
});

test.each(Object.entries(fields))('the example of %s is valid, and of the type that a stored value has', (_, field) => {
  expect(errorOf(field, field.example)).toBeUndefined();
  expect(isOfType(field, field.example)).toBe(true);
});

test('a decimal is rounded half away from zero to its places, whatever the error of a sum is', () => {
  const sums = [3 * 19.99, 0.1 + 0.2, 0.3 - 0.1 - 0.2, 2.5 * 0.19, 1.005, -1.005, 8.345, 1e12 + 0.005];
  const rounded = [59.97, 0.3, 0, 0.48, 1.01, -1.01, 8.35, 1_000_000_000_000.01];
  expect(sums.map(decimal(2).decimals.round)).toEqual(rounded);
});

const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];

test('the countries are those that Unicode names, without its groups, its own codes and those of the past', () => {
  const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
  const others = `AC AN BU CP CQ CS CT DD DG DY EA EU EZ FQ FX HV IC JT MI NH NQ NT PC PU PZ QO RH SU TA TP UK UN VD WK
    XA XB XK YD YU ZR ZZ`.split(/\s+/);
  const pairs = letters.flatMap((one) => letters.map((other) => one + other));
  const countries = pairs.filter((code) => names.of(code) !== undefined && !others.includes(code));
  expect(country.oneOf).toEqual(countries);
});

test('the currencies are those that Unicode knows, without those of the past', () => {
  const names = new Intl.DisplayNames('en', { type: 'currency', fallback: 'none' });
  const past = ['ANG', 'BGN', 'CUC', 'HRK', 'SLL', 'ZWL'];
  const known = Intl.supportedValuesOf('currency').filter((code) => !past.includes(code));
  expect(known.filter((code) => !currency.oneOf.includes(code))).toEqual([]);
  // Older versions of Node lack the last ones.
  const recent = ['XAD', 'XCG', 'ZWG'];
  expect(currency.oneOf.filter((code) => !names.of(code) && !recent.includes(code))).toEqual([]);
  expect(currency.oneOf.filter((code) => past.includes(code))).toEqual([]);
});
