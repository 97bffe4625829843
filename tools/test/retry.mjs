// Second runs of failed tests: each alone, when every suite has ended and the
// machine is free. A pass tells an unreliable test from a broken program; both
// are named, only the second one fails the run.
import { say } from '#server/processes/prepare.mjs'
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
  vitest: ({ project, file, test }) => {
    const only = test === undefined ? [] : ['--testNamePattern', `^${escaped(test)}$`]
    return runPackage('Once more', 'vitest', 'vitest', ['run', '--project', project, file, ...only])
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

function escaped(text) {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}
