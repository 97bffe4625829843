import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { root } from '#server/processes/prepare.mjs'
import { longestTests } from './durations.mjs'
import { hasPassedTest, namePattern, retryAlone } from './retry.mjs'
import { addPlaywrightReport, addVitestReport, createTally } from './tally.mjs'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'heddle-tally-'))
})

describe('reports', () => {
  test('of vitest count what passed and name what failed, with where it can be run alone', () => {
    const report = written({
      numPassedTests: 3,
      testResults: [
        {
          name: join(root, 'core/a.test.ts'),
          status: 'failed',
          assertionResults: [
            { status: 'passed', fullName: 'a works', ancestorTitles: ['a'], title: 'works', duration: 12 },
            {
              ...{ status: 'failed', fullName: 'a breaks', ancestorTitles: ['a'], title: 'breaks', duration: 3_400 },
              failureMessages: ['expected 1\n\n  to be 2'],
            },
          ],
        },
        { name: join(root, 'core/b.test.ts'), status: 'failed', message: 'no such import', assertionResults: [] },
      ],
    })
    const tally = createTally()
    addVitestReport(tally, { title: 'Core tests', project: 'core', report, exitedWell: false })
    expect(tally.passed).toBe(3)
    expect(tally.failures).toEqual([
      {
        label: 'core/a.test.ts › a breaks',
        message: '\n    expected 1\n      to be 2',
        again: { runner: 'vitest', project: 'core', file: 'core/a.test.ts', titles: ['a', 'breaks'] },
      },
      {
        label: 'core/b.test.ts could not be run',
        message: '\n    no such import',
        again: { runner: 'vitest', project: 'core', file: 'core/b.test.ts' },
      },
    ])
    expect(longestTests(tally.durations)).toEqual([
      '    3.4 s  core/a.test.ts › a breaks',
      '    0.0 s  core/a.test.ts › a works',
    ])
  })

  test('of Playwright do the same for journeys in nested suites', () => {
    const journey = (ok: boolean, title: string) => ({
      ok,
      title,
      line: 12,
      tests: [{ results: [{ duration: 21_000, error: ok ? undefined : { message: 'not visible' } }] }],
    })
    const suites = [{ file: 'a.spec.ts', specs: [journey(true, 'one')], suites: [] as unknown[] }]
    suites[0]?.suites.push({ file: 'a.spec.ts', specs: [journey(false, 'two')] })
    const tally = createTally()
    const report = written({ stats: { expected: 1 }, errors: [], suites })
    addPlaywrightReport(tally, { title: 'Browser journeys', report, exitedWell: false })
    expect(tally.passed).toBe(1)
    expect(tally.failures).toEqual([
      {
        label: 'e2e/a.spec.ts › two',
        message: '\n    not visible',
        again: { runner: 'playwright', file: 'e2e/a.spec.ts', test: 12 },
      },
    ])
    expect(longestTests(tally.durations)).toEqual(['   21.0 s  e2e/a.spec.ts › one', '   21.0 s  e2e/a.spec.ts › two'])
  })

  test('without a failed test still fail when the process failed, and when there is no report', () => {
    const tally = createTally()
    const report = written({ numPassedTests: 1, testResults: [] })
    addVitestReport(tally, { title: 'Core tests', project: 'core', report, exitedWell: false })
    addVitestReport(tally, {
      title: 'Server tests',
      project: 'server',
      report: join(folder, 'none'),
      exitedWell: false,
    })
    addPlaywrightReport(tally, { title: 'Browser journeys', report: join(folder, 'none'), exitedWell: true })
    expect(tally.failures.map(({ label }) => label)).toEqual([
      'Core tests',
      'Server tests: no report was written',
      'Browser journeys: no report was written',
    ])
  })
})

describe('failed tests run once more, alone', () => {
  const vitest = (test: string) => ({ runner: 'vitest', project: 'core', file: 'a.test.ts', titles: [test] })

  test('and are flaky when they pass then', async () => {
    const tally = createTally()
    tally.pass(2)
    tally.fail('shaky', { again: vitest('shaky') })
    tally.fail('broken', { again: vitest('broken') })
    tally.fail('Types')
    const asked: string[] = []
    await retryAlone(tally, async ({ titles: [test] }) => {
      asked.push(test ?? '')
      return test === 'shaky'
    })
    expect(asked).toEqual(['shaky', 'broken'])
    expect(tally.flaky.map(({ label }) => label)).toEqual(['shaky'])
    expect(tally.failures.map(({ label }) => label)).toEqual(['broken', 'Types'])
    expect(tally.passed).toBe(3)
  })

  test('unless so many failed that the program is broken', async () => {
    const tally = createTally()
    for (let count = 0; count < 21; count += 1) tally.fail(`broken ${count}`, { again: vitest('broken') })
    await retryAlone(tally, async () => true)
    expect(tally.flaky).toEqual([])
    expect(tally.failures).toHaveLength(21)
  })

  test('by the name that vitest gives it (nested, with signs)', ({ task }) => {
    const titles = ['failed tests run once more, alone', 'by the name that vitest gives it (nested, with signs)']
    expect(task.fullTestName).toMatch(new RegExp(namePattern(titles)))
  })

  test('and a run that skipped every test is no pass', () => {
    expect(hasPassedTest(written({ numPassedTests: 1 }))).toBe(true)
    expect(hasPassedTest(written({ numPassedTests: 0 }))).toBe(false)
    expect(hasPassedTest(join(folder, 'none'))).toBe(false)
  })
})

function written(report: unknown): string {
  const file = join(folder, 'report.json')
  writeFileSync(file, JSON.stringify(report))
  return file
}
