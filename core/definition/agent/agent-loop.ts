import { limits } from '#core/limits.ts'
import {
  type AgentStep,
  type AiTool,
  type DecisionStep,
  type Definition,
  END,
  type HumanStep,
  type LoopStep,
  rulesOf,
  type Step,
} from '../definition.ts'

/** An AI step whose model may call tools. */
export const isAgent = (step: Step): step is AgentStep => step.type === 'AI' && (step.tools?.length ?? 0) > 0

/**
 * The steps as a run executes them: an AI step with tools is a loop of turns. Each turn calls the model and then the one
 * tool that the model chose, after a person's approval where the tool needs one. So a call of the model, an approval and
 * a call of a tool are steps with attempts, results and times of their own.
 */
export function withAgentLoops(steps: readonly Step[]): readonly Step[] {
  if (!steps.some(holdsAgent)) return steps
  let list = lists.get(steps)
  if (list === undefined) {
    list = steps.map(executed)
    lists.set(steps, list)
  }
  return list
}

/** The definition with its steps as a run executes them. */
export function executedDefinition(definition: Definition): Definition {
  const steps = withAgentLoops(definition.steps)
  return steps === definition.steps ? definition : { ...definition, steps }
}

/** The same list for the same steps, because flows and graphs are known by their list. */
const lists = new WeakMap<readonly Step[], readonly Step[]>()
const loops = new WeakMap<Step, Step>()

const holdsAgent = (step: Step): boolean =>
  isAgent(step) ||
  (step.type === 'LOOP' && step.loop_body.some(holdsAgent)) ||
  rulesOf(step).some((rule) => rule.steps_to_insert.some(holdsAgent))

function executed(step: Step): Step {
  if (!holdsAgent(step)) return step
  let loop = loops.get(step)
  if (loop === undefined) {
    loop = withInsertedLoops(isAgent(step) ? agentLoop(step) : withBody(step))
    loops.set(step, loop)
  }
  return loop
}

const withBody = (step: Step): Step =>
  step.type === 'LOOP' ? { ...step, loop_body: withAgentLoops(step.loop_body) } : step

function withInsertedLoops(step: Step): Step {
  if (rulesOf(step).length === 0) return step
  const rules = rulesOf(step).map((rule) => ({ ...rule, steps_to_insert: withAgentLoops(rule.steps_to_insert) }))
  return { ...step, dynamic_injection: { rules } }
}

/** Whether a step of a run is that AI step or the call of its model, whatever executes it. */
export const isOfAgent = (step: Step): boolean =>
  step.agent?.part === 'model' || (step.type === 'LOOP' && step.asks !== undefined)

/** The name of the step that calls the model. */
export const modelStep = (agent: string): string => `${agent}[model]`
/** The name of the step that calls a tool, and of the one in which a person approves the call. */
export const toolStep = (agent: string, tool: string): string => `${agent}[call ${tool}]`
export const approvalStep = (agent: string, tool: string): string => `${agent}[approve ${tool}]`

/** The text at the route to a tool. It is no expression: the call of the model chooses the route. */
export const routeTo = (tool: string): string => `calls ${tool}`

function agentLoop(step: AgentStep): LoopStep {
  const { name, tools, max_turns: turns = limits.ai.turns, ...rest } = step
  const { connection: _c, prompt: _p, system: _s, model: _m, retry: _r, ...flow } = rest
  const { output_schema: _o, max_tokens: _t, temperature: _u, token_budget: _b, type: _type, ...common } = flow
  return {
    ...common,
    type: 'LOOP',
    name,
    mode: 'WHILE',
    max_iterations: Math.min(turns, limits.ai.mostTurns),
    loop_body: [turnOf(step), ...tools.flatMap((tool) => stepsOf(step, tool))],
    asks: step,
  }
}

/** The call of the model, whose answer chooses the tool. */
function turnOf({ name, tools, retry, timeout_seconds, effects }: AgentStep): DecisionStep {
  const routes = tools.map((tool) => ({
    condition: routeTo(tool.name),
    target: tool.needs_approval ? approvalStep(name, tool.name) : toolStep(name, tool.name),
  }))
  return {
    type: 'DECISION',
    name: modelStep(name),
    title: 'Ask the model',
    ...(retry !== undefined && { retry }),
    ...(timeout_seconds !== undefined && { timeout_seconds }),
    ...(effects !== undefined && { effects }),
    routes: [...routes, { target: END }],
    agent: { of: name, part: 'model' },
  }
}

function stepsOf({ name: of }: AgentStep, tool: AiTool): readonly Step[] {
  const { name, retry, timeout_seconds, needs_approval } = tool
  const given = `{{ steps[${JSON.stringify(modelStep(of))}].output.call.input }}`
  const common = {
    name: toolStep(of, name),
    title: name,
    next: [END],
    on_error: 'ignore',
    ...(retry !== undefined && { retry }),
    ...(timeout_seconds !== undefined && { timeout_seconds }),
    ...(needs_approval && { when: `steps[${JSON.stringify(approvalStep(of, name))}].output.approved == true` }),
    agent: { of, part: 'tool' },
  } as const
  const call: Step =
    tool.sub_workflow_type === undefined
      ? // The arguments are an object by the check of the call, where a text has a map.
        { ...common, type: 'STANDARD', function: tool.function ?? '', with: given as never }
      : { ...common, type: 'SUB_WORKFLOW', sub_workflow_type: tool.sub_workflow_type, input: given }
  return needs_approval ? [approvalOf(of, tool, given), call] : [call]
}

function approvalOf(of: string, { name, approvers }: AiTool, given: string): HumanStep {
  return {
    type: 'HUMAN',
    name: approvalStep(of, name),
    title: `Allow ${name}`,
    instructions: `The model wants to call ${name} with these arguments:\n\n${given}`,
    ...(approvers !== undefined && { groups: approvers }),
    inbox_fields: { Arguments: given },
    form: approvalForm,
    next: [toolStep(of, name)],
    agent: { of, part: 'approval' },
  }
}

const approvalForm = {
  type: 'object',
  required: ['approved'],
  properties: {
    approved: { type: 'boolean', title: 'Allow the call' },
    reason: { type: 'string', title: 'Reason', description: 'The model reads it.', maxLength: 2_000 },
  },
} as const
