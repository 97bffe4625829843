import { defineWorkflow, proxyActivities, type WorkflowBody } from '../index.ts'
import { BodyRun, type BodyRunOptions } from './body-run.ts'

export interface Module {
  fetchUser(id: number): Promise<{ name: string }>
  pay(amount: number): Promise<string>
  mail(to: string): Promise<void>
}

/** The activities of the bodies in tests. */
export const { fetchUser, pay, mail } = proxyActivities<Module>()

export const workflow = (body: WorkflowBody) => defineWorkflow({ type: 'Messages' }, body)

/** A run of the body that has begun. */
export async function begun(body: WorkflowBody, options?: BodyRunOptions): Promise<BodyRun> {
  const run = new BodyRun(workflow(body), options)
  await run.begin()
  return run
}
