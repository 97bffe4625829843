import { mkdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { limits } from '#core/limits.ts'
import { localActor } from '#server/access/actor.ts'
import { createDatabase } from '../../db/client.ts'
import { createPool } from '../../db/pool.ts'
import { createTestDatabase, type TestDatabase } from '../../db/testing/test-database.ts'
import { createStores, type Stores } from '../../stores.ts'
import { publishTexts } from '../versions/publish-texts.ts'
import { createWorkflowFiles, type WorkflowFilesOptions } from './workflow-files.ts'

let database: TestDatabase
let stores: Stores
let folder: string
const lines: string[] = []
let second = 0

beforeAll(async () => {
  database = await createTestDatabase()
  stores = createStores(createPool(database.url, 3), createDatabase(database.url))
  folder = await mkdtemp(join(tmpdir(), 'heddle-workflows-'))
  await mkdir(join(folder, 'below'))
})
afterAll(async () => {
  await stores.pool.end()
  await stores.database.$disconnect()
  await database.drop()
  await rm(folder, { recursive: true })
})

const open = (more: Partial<WorkflowFilesOptions> = {}) =>
  createWorkflowFiles({
    stores,
    actor: localActor,
    folders: [folder, join(folder, 'not-there')],
    functionsFolders: [],
    log: (line) => lines.push(line),
    ...more,
  })
const text = (name: string, value: number) =>
  `workflow_type: ${name}\nsteps:\n  - name: Set\n    type: TRANSFORM\n    set: { n: ${value} }\n`

/** Writes a file as it was a while ago, each time a second later. */
async function save(file: string, content: string) {
  second += 1
  await writeFile(join(folder, file), content)
  await utimes(join(folder, file), 1_700_000_000 + second, 1_700_000_000 + second)
}
async function versions(name: string): Promise<readonly string[]> {
  const { rows } = await stores.pool.query<{ text: string }>(
    'select text from definition where name = $1 order by version',
    [name],
  )
  return rows.map((row) => row.text)
}

describe('a folder of workflows', () => {
  it('is published with the folders in it, and each text once', async () => {
    await save('one.yaml', text('One', 1))
    await save('below/two.yml', `${text('Two', 1)}---\n${text('Three', 1)}`)
    await save('notes.txt', text('Notes', 1))
    const files = open()
    await files.publishChanged()
    await files.publishChanged()
    await open().publishChanged()
    expect([await versions('One'), await versions('Two'), await versions('Three')]).toEqual([
      [text('One', 1)],
      [text('Two', 1)],
      [expect.stringContaining('workflow_type: Three')],
    ])
    expect(await versions('Notes')).toEqual([])
  })

  it('gets a new version when a file is saved with another text, also with one that it had before', async () => {
    await save('saved.yaml', text('Saved', 1))
    const files = open()
    await files.publishChanged()
    for (const value of [2, 2, 1]) {
      await save('saved.yaml', text('Saved', value))
      await files.publishChanged()
    }
    expect(await versions('Saved')).toEqual([text('Saved', 1), text('Saved', 2), text('Saved', 1)])
  })

  it('leaves a version from the designer as the latest one over a restart', async () => {
    await save('kept.yaml', text('Kept', 1))
    await open().publishChanged()
    await publishTexts(stores, localActor, { text: text('Kept', 9), functionsFolders: [] })
    await open().publishChanged()
    expect(await versions('Kept')).toEqual([text('Kept', 1), text('Kept', 9)])
  })

  it('says what is wrong with a file and where, once, publishes the others, and takes the file when it is right', async () => {
    lines.length = 0
    await save('a-broken.yaml', `${text('Broken', 1)}    next: Nowhere\n`)
    await save('a-noise.yaml', 'workflow_type: "\0"\n')
    await save('fine.yaml', text('Fine', 1))
    const files = open()
    await files.publishChanged()
    await files.publishChanged()
    expect(await versions('Fine')).toHaveLength(1)
    expect(lines.filter((line) => line.includes('a-broken.yaml was not published'))).toHaveLength(1)
    expect(lines.filter((line) => line.includes('a-noise.yaml is not UTF-8'))).toHaveLength(1)
    expect(lines.join('\n')).toMatch(/ {2}line 6: .*Nowhere/)
    await save('a-broken.yaml', text('Broken', 1))
    await files.publishChanged()
    expect(await versions('Broken')).toEqual([text('Broken', 1)])
  })

  it('publishes the others when a file cannot be read, and says so once', async () => {
    await save('u-a.yaml', 'workflow_type: "\0"\n')
    await save('u-b.yaml', text('Unreadable', 1))
    await save('u-c.yaml', text('Readable', 1))
    const place = join(folder, 'u-b.yaml')
    const said: string[] = []
    const files = open({
      log(line) {
        said.push(line)
        if (!line.includes('u-a.yaml')) return
        rmSync(place)
        mkdirSync(place)
        utimesSync(place, 1_700_000_000, 1_700_000_000)
      },
    })
    await files.publishChanged()
    await files.publishChanged()
    expect(await versions('Readable')).toEqual([text('Readable', 1)])
    expect(said.filter((line) => line.startsWith('HEDDLE_WORKFLOWS: EISDIR'))).toHaveLength(1)
    await rm(place, { recursive: true })
  })

  it('says when it holds more files than are looked at', async () => {
    const crowded = join(folder, 'crowded')
    await mkdir(crowded)
    for (let file = 0; file <= limits.files.most; file += 1) writeFileSync(join(crowded, `${file}.yaml`), '')
    lines.length = 0
    await open({ folders: [crowded], now: () => 0 }).publishChanged()
    expect(lines).toContain(
      `HEDDLE_WORKFLOWS: ${crowded} contains ${limits.files.most + 1} files; only the first ${limits.files.most} are published.`,
    )
    await rm(crowded, { recursive: true })
  })

  it('waits while a file is being written', async () => {
    await save('young.yaml', text('Young', 1))
    let now = (1_700_000_000 + second) * 1_000 + 100
    const files = open({ now: () => now })
    await files.publishChanged()
    expect(await versions('Young')).toEqual([])
    now += 200
    await files.publishChanged()
    expect(await versions('Young')).toHaveLength(1)
  })
})
