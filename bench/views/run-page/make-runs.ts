import { restClient } from '../../../e2e/support/rest.ts'
import { until } from '../../harness/until.ts'

/** The step that is at work from the first event to the last. */
export const loopName = 'Each'

/** A loop of `steps` steps that run without outside input: each round makes an event, and each of its steps two. */
function loopOf(name: string, steps: number): string {
  const count = 'n: "has(state.n) ? state.n + 1.0 : 1.0"'
  const body = Array.from({ length: steps }, (_, place) => {
    const set = place === 0 ? count : `s${place}: state.n`
    return `      - name: Step_${place}\n        type: TRANSFORM\n        set: { ${set} }\n`
  })
  return `workflow_type: ${name}
steps:
  - name: ${loopName}
    type: LOOP
    mode: WHILE
    while_condition: "!has(state.n) || state.n < input.rounds"
    max_iterations: 10000
    loop_body:
${body.join('')}`
}

export interface MadeRuns {
  /** The run with about 10,000 events. */
  readonly long: string
  /** The run whose timeline has about `rows` rows when everything is opened. */
  readonly tall: string
}

/** Makes two runs by executing them: one with a long history, one with a tall timeline. */
export async function makeRuns(url: string, rows: number): Promise<MadeRuns> {
  const rest = restClient(url)
  await rest.publish(loopOf('BenchLong', 2))
  await rest.publish(loopOf('BenchTall', 4))
  const run = async (workflow: string, rounds: number) => {
    const { run_id } = await rest.start(workflow, { rounds })
    await until(`${workflow} has completed`, async () => (await rest.run(run_id)).workflow_status === 'COMPLETED')
    return run_id
  }
  // A round is a row, and so is each of its four steps.
  return { long: await run('BenchLong', 2_000), tall: await run('BenchTall', rows / 5) }
}
