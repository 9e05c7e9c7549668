import { hash } from 'node:crypto';
import type { Field } from './field';

/** Returns the SHA-256 hash of a text as 43 characters of base64url. */
export const digest = (text: string) => hash('sha256', text, 'base64url');

/**
 * Returns the form in which texts are equal that differ in upper and lower case only, or in how accents are composed: lower
 * case, then NFC. Lower case comes first, because Unicode composes a capital letter such as J̌ in lower case alone.
 * @example sku: unique(Text, { normalize: foldCase })
 */
export const foldCase = (text: string) => text.toLowerCase().normalize('NFC');

const MAX_NAME_LENGTH = 100;

/** Shortens a name that the client sent. Without this, an error response could repeat a name of 200 kB. */
export const shorten = (name: string) =>
  (name.length > MAX_NAME_LENGTH ? `${name.slice(0, MAX_NAME_LENGTH)}…` : name).toWellFormed();

/** Owner of a resource: the hash of a caller. */
export const Owner = {
  minLength: 22,
  maxLength: 22,
  pattern: [/^[\w-]+$/, 'must be a value of `owner`'],
  isOptional: true,
} satisfies Field;

/** Query parameter that asks for the resources of an owner, or of the caller. */
export const OwnerFilter = {
  pattern: [/^(me|[\w-]{22})$/, 'must be me, or a value of `owner`'],
  isOptional: true,
} satisfies Field;
