// Second runs of failed tests: each alone, when every suite has ended and the
// machine is free. A pass tells an unreliable test from a broken program; both
// are named, only the second one fails the run.
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { root, say } from '#server/processes/prepare.mjs'
import { runPackage } from './processes.mjs'

/** More failures than this are a broken program, and running each again would take hours. */
const MOST_RETRIES = 20

export async function retryAlone(tally, passesAlone = runAlone) {
  const candidates = tally.failures.filter(({ again }) => again)
  if (candidates.length > MOST_RETRIES) {
    say(`${candidates.length} tests failed: too many to run each once more.`)
    return
  }
  for (const failure of candidates) {
    say(`Once more, alone: ${failure.label}`)
    if (await passesAlone(failure.again)) tally.passAlone(failure)
  }
}

const runAlone = (again) => runners[again.runner](again)

const runners = {
  vitest: async ({ project, file, titles }) => {
    const report = join(root, 'test-results', 'once-more.json')
    rmSync(report, { force: true })
    const only = titles === undefined ? [] : ['--testNamePattern', namePattern(titles)]
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile=${report}`]
    const all = ['run', '--project', project, file, ...only, ...reporters]
    return (await runPackage('Once more', 'vitest', 'vitest', all)) && hasPassedTest(report)
  },
  // The report and the pictures of the first run stay: they say how the journey failed.
  playwright: ({ file, test }) =>
    runPackage('Once more', '@playwright/test', 'playwright', [
      'test',
      `${file}:${test}`,
      '--reporter=list',
      '--output=test-results/e2e-once-more',
    ]),
}

/** A pattern of one test by the titles of its suites and its own, in the form that vitest joins them. */
export function namePattern(titles) {
  return `^${titles.map(escaped).join(' > ')}$`
}

/** Whether a report has a test that passed: vitest succeeds as well when a pattern skips every test. */
export function hasPassedTest(report) {
  return existsSync(report) && JSON.parse(readFileSync(report, 'utf8')).numPassedTests > 0
}

function escaped(text) {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}
