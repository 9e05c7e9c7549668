import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Sequence number of the last record that was handled, by mapping and shard. */
type Places = Record<string, Record<string, string>>;

/** Keeps how far each mapping is in its stream. With a folder, the places survive the end of the process. */
export const openPlaces = (folder?: string) => {
  const file = folder && join(folder, 'streams.json');
  const places: Places = file && existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
  return {
    of: (mapping: string, shard: string) => places[mapping]?.[shard],
    move: (mapping: string, shard: string, sequence: string) => {
      places[mapping] = { ...places[mapping], [shard]: sequence };
      if (!file) return;
      // Replaces the file at once, so that a process that is killed leaves no half of it.
      writeFileSync(`${file}.new`, JSON.stringify(places));
      renameSync(`${file}.new`, file);
    },
  };
};

export type StreamPlaces = ReturnType<typeof openPlaces>;
