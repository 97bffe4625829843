import { isAgent } from '../agent/agent-loop.ts'
import type { AiStep, AiTool, Step } from '../definition.ts'
import type { SourceLocation } from './source-location.ts'

/** Names that both protocols of models accept. */
const toolName = /^[A-Za-z0-9_-]{1,64}$/

/** Rules between the tools of an AI step, and for keys that work with tools only. */
export function checkTools(step: AiStep, location: SourceLocation): void {
  const tools = step.tools ?? []
  const at = location.child('tools')
  const taken = new Set<string>()
  for (const [index, tool] of tools.entries()) {
    checkTool(tool, at.child(index), taken)
    taken.add(tool.name)
  }
  if (tools.length > 0) return
  for (const key of ['max_turns', 'token_budget'] as const) {
    if (step[key] === undefined) continue
    location.child(key).warning('KEY_UNUSED', `${key} has no effect here. It only works with tools.`, { atKey: true })
  }
}

function checkTool(tool: AiTool, at: SourceLocation, taken: ReadonlySet<string>): void {
  const { name, function: called, sub_workflow_type: workflow } = tool
  const isNamed = name !== undefined && name.trim() !== ''
  if (isNamed && !toolName.test(name)) {
    at.child('name').error('NAME_INVALID', 'The name of a tool has up to 64 letters, digits, _ and -, without spaces.')
  } else if (isNamed && taken.has(name)) {
    at.child('name').error('NAME_TWICE', `Two tools are named ${name}. Give each a name of its own.`)
  }
  if (called !== undefined && workflow !== undefined) {
    const message = 'Set either function or sub_workflow_type, not both.'
    at.child('sub_workflow_type').error('KEYS_EXCLUSIVE', message, { atKey: true })
  } else if (called === undefined && workflow === undefined) {
    at.child('function').error('KEY_MISSING', 'What does the tool call? Set function or sub_workflow_type.')
  }
  if (tool.approvers !== undefined && !tool.needs_approval) {
    const message = 'approvers has no effect here. Set needs_approval as well.'
    at.child('approvers').warning('KEY_UNUSED', message, { atKey: true })
  }
}

/** An AI step with tools is a loop of calls, which no task of a PARALLEL step can be. */
export function refuseTools(step: Step, location: SourceLocation): void {
  if (!isAgent(step)) return
  const message = 'An AI step with tools cannot be a task of a PARALLEL step. Put it into a sub-workflow.'
  location.child('tools').error('KEY_NOT_HERE', message, { atKey: true })
}
