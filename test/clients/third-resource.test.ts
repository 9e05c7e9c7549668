import { spawnSync } from 'node:child_process';
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { createProject, testUnchanged } from '../support/project/project';

/** Comments, which belong to posts and have fields of every kind. */
const comments =
  'comments text:text stars:integer weight:number=0.5 edits:integer? isHidden:boolean=false readAt:instant? tags:list=[] links:list? mood:calm|cross=calm --of posts --path /comments --expand title';

testUnchanged(
  'clients of a copy of the project with fields of every kind compile and work',
  () => {
    const project = createProject();
    project.copy();
    project.addResource(comments);
    const cwd = join(project.folder, 'test/clients');
    symlinkSync(join(__dirname, 'node_modules'), join(cwd, 'node_modules'));
    for (const script of ['describe', 'types']) {
      const { status, stdout, stderr } = spawnSync('npm', ['run', script], { cwd, encoding: 'utf8' });
      expect({ script, status, output: status ? stdout + stderr : '' }).toEqual({ script, status: 0, output: '' });
    }
    const suites = ['test/clients/typed-client', 'test/clients/generators'];
    const results = project.runSuites(suites, {}, 'test/clients/package.json');
    expect(results.filter(({ status }) => status === 'failed')).toEqual([]);
  },
  20 * 60_000,
);
