import { spawnSync } from 'node:child_process'
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readYaml } from '#core/definition/text/read-yaml.ts'
import type { JsonObject } from '#core/json.ts'
import { root } from '#server/processes/prepare.mjs'

/** The script of the action's one step. */
async function scriptOfAction(): Promise<string> {
  const { value } = readYaml(await readFile(join(root, 'deploy/github-action/action.yml'), 'utf8'))
  const { steps } = (value as JsonObject).runs as unknown as { steps: readonly [{ readonly run: string }] }
  return steps[0].run
}

describe('the GitHub Action', () => {
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'heddle-action-'))
    // The package of this checkout, as npx would find the published one.
    await writeFile(join(folder, 'npx'), `#!/bin/sh\nshift 2\nexec '${process.execPath}' '${root}/cli/main.ts' "$@"\n`)
    await chmod(join(folder, 'npx'), 0o755)
    await writeFile(
      join(folder, 'good.yaml'),
      'workflow_type: Good\nsteps: [{ name: Ask, type: HUMAN, groups: [a] }]\n',
    )
    await writeFile(
      join(folder, 'bad.yaml'),
      'workflow_type: Bad\nsteps:\n  - name: Ask\n    type: HUMAN\n    next: No\n',
    )
  })
  afterAll(() => rm(folder, { recursive: true }))

  async function validate(FILES: string) {
    const PATH = `${folder}${delimiter}${process.env.PATH}`
    const env = { ...process.env, PATH, FILES, HEDDLE_URL: '', HEDDLE_TOKEN: '' }
    const { status, stdout } = spawnSync('bash', ['-c', await scriptOfAction()], { cwd: folder, env, encoding: 'utf8' })
    return { status, out: stdout }
  }

  it('fails with an annotation for each problem', async () => {
    const { status, out } = await validate('*.yaml')
    expect(status).toBe(1)
    expect(out).toMatch(/^::error file=bad\.yaml,line=5,col=11,title=\w+::Ask: .*No/m)
  })

  it('passes files that can be published, and fails where no file matches', async () => {
    expect(await validate('good.yaml')).toMatchObject({ status: 0 })
    expect(await validate('none/*.yaml')).toMatchObject({ status: 1, out: '::error::No file matches none/*.yaml\n' })
  })
})
