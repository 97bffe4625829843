import { isJsonObject, type JsonObject } from '#core/json.ts'
import { workflowNameOf } from '../../workflow-name.ts'
import { toTemplate } from '../expression/translate.ts'
import type { Convert, Work } from './work.ts'

/** An Execute Workflow node as a SUB_WORKFLOW, by the name that the import of the other workflow gives it. */
export const callWorkflow: Convert = (work) => {
  const { given, names } = work
  const name = calledName(work)
  if (given.peek('source') === 'database') given.ignore('source')
  if (given.peek('mode') === 'once') given.ignore('mode')
  const from = names.json([])
  const mapped = given.at('workflowInputs')
  const isMapped = mapped.peek('mappingMode') === 'defineBelow' && isJsonObject(mapped.peek('value'))
  if (isMapped)
    mapped.settle('mappingMode', 'value', 'schema', 'matchingColumns', 'attemptToConvertTypes', 'convertFieldsToString')
  const input = isMapped
    ? { input: work.take(toTemplate(mapped.peek('value') as JsonObject, names)) }
    : from === null
      ? {}
      : { input: `{{ ${from} }}` }
  if (!isMapped && from === null) work.say('kept', 'Its input could not be determined. Set `input`.')
  if (given.peek('options', 'waitForSubWorkflow') === false) {
    given.at('options').settle('waitForSubWorkflow')
    return { type: 'FIRE_AND_FORGET', workflow_type: name, ...input }
  }
  if (given.peek('options', 'waitForSubWorkflow') === true) given.at('options').ignore('waitForSubWorkflow')
  return { type: 'SUB_WORKFLOW', sub_workflow_type: name, ...input }
}

function calledName({ given, say }: Work): string {
  const written = given.peek('workflowId')
  const locator = given.at('workflowId')
  const named = isJsonObject(written) ? written.cachedResultName : undefined
  if (isJsonObject(written)) {
    locator.settle('cachedResultName')
    locator.ignore('__rl', 'mode', 'cachedResultUrl', 'value')
  } else given.settle('workflowId')
  if (typeof named === 'string') {
    const name = workflowNameOf(named)
    say('changed', `Starts the workflow ${name}. Import it as well.`)
    return name
  }
  const id = String((isJsonObject(written) ? written.value : written) ?? '')
  const name = id.startsWith('=') || id === '' ? 'Workflow' : workflowNameOf(`Workflow_${id}`)
  say(
    'lost',
    `It calls a workflow by its n8n id, \`${id}\`, and the file does not contain its name. Replace ${name} with the workflow name.`,
  )
  return name
}
