import { expect, it } from 'vitest'
import { ownMessages } from './own-messages.ts'

const entry = '/flows/workflows.ts'
const workflows = `
import { defineQuery, defineSignal, defineUpdate, defineWorkflow, setHandler } from 'heddle/workflow'
import { listen } from './helper.ts'
import * as all from './all.ts'
const open = defineSignal('open')
export const close = defineSignal<[string]>('close')
const status = defineQuery('status')
const odd = defineSignal(['o', 'dd'].join(''))
function handlers() {
  setHandler(status, () => 1)
}
export const first = defineWorkflow({ type: 'First' }, async () => {
  setHandler(open, () => undefined)
  handlers()
  await listen()
})
const named = defineWorkflow({ type: 'Second' }, async () => {
  setHandler(close, () => undefined)
  await executeChild(first)
})
export { named as second }
export default defineWorkflow({ type: 'Third' }, async () => {
  setHandler(all.rename, () => undefined)
  setHandler(defineUpdate('inline'), () => undefined)
})
`
const sources = new Map([
  [entry, workflows],
  [
    '/flows/helper.ts',
    `import { paid } from './all.ts'\nexport async function listen() { setHandler(paid, () => undefined) }\n`,
  ],
  ['/flows/all.ts', `export const paid = defineSignal('paid')\nexport const rename = defineUpdate('rename')\n`],
])
const messages = [
  ['signal', 'open'],
  ['signal', 'close'],
  ['query', 'status'],
  ['signal', 'paid'],
  ['update', 'rename'],
  ['update', 'inline'],
  ['signal', 'odd'],
] as const

it.each([
  ['first', ['open', 'status', 'paid', 'odd']],
  ['second', ['close', 'odd']],
  ['default', ['paid', 'rename', 'inline', 'odd']],
])('the messages of %s are those that its body mentions, itself or by what it uses', (exportName, own) => {
  const isOwn = ownMessages(sources, entry, exportName)
  expect(messages.flatMap(([kind, name]) => (isOwn(kind, name) ? [name] : []))).toEqual(own)
})

it('a workflow that is not found in the source has all messages of its file', () => {
  const isOwn = ownMessages(sources, entry, 'elsewhere')
  expect(messages.every(([kind, name]) => isOwn(kind, name))).toBe(true)
})
