import type { Links } from '../outline/links.ts'
import type { Convert } from './work.ts'

/** The fields of several inputs in one: those of later inputs win, as in n8n. */
export const mergeOf =
  (links: Links): Convert =>
  (work) => {
    const { node, given, names, say } = work
    given.settle('mode', 'combineBy', 'combinationMode')
    const inOrder = links.before(node.name).toSorted((a, b) => a.input - b.input)
    const inputs = inOrder.map(({ from }) => names.node(from, []))
    const known = inputs.filter((input) => input !== null)
    if (known.length < inputs.length)
      say('kept', 'Which data it merges is not certain. Write the steps whose output it takes into its code.')
    say('changed', 'Waits for all of its inputs and merges the fields of one item of each.')
    return { type: 'SCRIPT', code: `return { ${known.map((input) => `...${input}`).join(', ')} }\n` }
  }
