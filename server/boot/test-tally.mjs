// What passed and what failed, over all checks and reports of `npm test`.
import { existsSync, readFileSync } from 'node:fs'
import { relative } from 'node:path'

export function createTally(root) {
  let passed = 0
  let failed = 0
  const failures = []

  const count = (title, good, all) => {
    passed += good
    failed += all - good
    if (good < all) failures.push(title)
  }

  const addFailedJourneys = ({ file, specs = [], suites = [] }) => {
    for (const { ok, title, tests } of specs) {
      const messages = tests.flatMap((test) => test.results.flatMap(({ error }) => error?.message ?? []))
      if (!ok) failures.push(`e2e/${file} › ${title}${firstLines(messages)}`)
    }
    for (const suite of suites) addFailedJourneys(suite)
  }

  return {
    get passed() {
      return passed
    },
    get failed() {
      return failed
    },
    /** Said once more at the end: a long log is often kept by its last lines alone. */
    failures,
    count,

    countVitest(title, file, exitedWell) {
      if (!existsSync(file)) return count(title, 0, 1)
      const report = JSON.parse(readFileSync(file, 'utf8'))
      count(title, report.numPassedTests, report.numPassedTests + report.numFailedTests)
      let unread = 0
      for (const { name, status: ended, message, assertionResults } of report.testResults) {
        const broken = assertionResults.filter(({ status }) => status === 'failed')
        for (const { fullName, failureMessages } of broken) {
          failures.push(`${relative(root, name)} › ${fullName}${firstLines(failureMessages)}`)
        }
        if (ended !== 'failed' || broken.length > 0) continue
        unread += 1
        count(`${relative(root, name)} could not be run${firstLines([message])}`, 0, 1)
      }
      // Coverage below its threshold, for one, fails without a failed test.
      if (report.numFailedTests + unread === 0 && !exitedWell) count(title, 0, 1)
    },

    countPlaywright(title, file, exitedWell) {
      if (!existsSync(file)) return count(title, 0, 1)
      const { stats, errors, suites } = JSON.parse(readFileSync(file, 'utf8'))
      const bad = stats.unexpected + stats.flaky + errors.length
      count(title, stats.expected, stats.expected + (bad === 0 && !exitedWell ? 1 : bad))
      for (const suite of suites) addFailedJourneys(suite)
    },
  }
}

function firstLines(messages) {
  const lines = messages.flatMap((message) => message.split('\n')).filter((line) => line.trim() !== '')
  return lines
    .slice(0, 6)
    .map((line) => `\n    ${line}`)
    .join('')
}
