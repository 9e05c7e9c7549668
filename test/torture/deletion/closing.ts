import type { Inside } from '../inside';

/** Longer than an unfinished deletion by force keeps a user closed. */
export const FORGOTTEN_MS = 5 * 60_000 + 1000;

/** A user whose deletion by force was interrupted takes no post, and takes posts again once the deletion is forgotten. */
export const wrongWhileClosed = async ({ ask, setAhead }: Inside, userId: string) => {
  const join = async () => {
    const { status, body } = await ask('POST /posts', { body: { title: 'late', userId } });
    return `${status} ${body?.code ?? ''}`.trim();
  };
  const soon = await join();
  setAhead(FORGOTTEN_MS);
  const late = await join();
  setAhead(0);
  return [
    ...(soon === '409 user-closing' ? [] : [`a post for a closing user was answered ${soon}`]),
    ...(late === '201' ? [] : [`a post after the deletion was forgotten was answered ${late}`]),
  ];
};
