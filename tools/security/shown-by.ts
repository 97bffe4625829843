import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** A test whose title names what it shows: `… (access 11; ASVS 4.1.3, 12.2.1)`, or `… (ASVS 4.1.3)` alone. */
export interface SecurityTest {
  readonly file: string
  readonly title: string
  /** Numbers of the acceptance list of design 11. */
  readonly acceptance: readonly number[]
  /** Numbers of ASVS 5.0. */
  readonly requirements: readonly string[]
}

const named = /(['"`])((?:\\.|(?!\1)[^\\\n])*?)\s*\((?:(?:access ([\d, ]+)|public run [\d, ]+); )?ASVS ([\d., ]+)\)\1/g

/** The tests that a file names, in its order. */
export function testsIn(file: string, text: string): readonly SecurityTest[] {
  return [...text.matchAll(named)].map(([, , title = '', acceptance = '', requirements = '']) => ({
    file,
    title: title.replaceAll(/\\(.)/g, '$1'),
    acceptance: acceptance === '' ? [] : listOf(acceptance).map(Number),
    requirements: listOf(requirements),
  }))
}

const listOf = (text: string) => text.split(',').map((part) => part.trim())

const folders = ['cli', 'components', 'core', 'e2e', 'importers', 'proof', 'server']
const isTest = (name: string) => /\.(test|spec|proof|screens)\.tsx?$/.test(name)

/** The tests of the project by file. Tests of this generator are none. */
export async function securityTests(root: string): Promise<readonly SecurityTest[]> {
  const found: SecurityTest[] = []
  for (const folder of folders) {
    const entries = await readdir(join(root, folder), { recursive: true })
    for (const entry of entries.filter(isTest).toSorted()) {
      const file = join(folder, entry).replaceAll('\\', '/')
      found.push(...testsIn(file, await readFile(join(root, file), 'utf8')))
    }
  }
  return found
}
