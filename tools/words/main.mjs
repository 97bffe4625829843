// `npm run words`: fails when a name contains a banned word of the glossary.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { exceptions } from './banned-words.mjs'
import { findWords } from './find-words.mjs'

const sources = ['*.ts', '*.tsx', '*.mjs']
const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard', ...sources], { encoding: 'utf8' })
const files = listed.split('\n').filter((path) => path !== '' && existsSync(path))
const found = files.flatMap((path) => findWords(path, readFileSync(path, 'utf8')))

const isException = ({ path, name }) => Object.hasOwn(exceptions, path) || Object.hasOwn(exceptions, name)
const unused = Object.keys(exceptions).filter((one) => !found.some(({ path, name }) => one === path || one === name))
const wrong = found.filter((one) => !isException(one))
for (const { path, name, word, instead } of wrong) console.error(`${path}: ${name} says “${word}”. Use: ${instead}.`)
for (const one of unused) console.error(`tools/words/banned-words.mjs: the exception ${one} is not needed any more.`)
if (wrong.length + unused.length > 0) {
  console.error('See ARCHITECTURE.md, Glossary.')
  process.exitCode = 1
}
