import type { Command } from 'commander'
import { presentFields } from '../present-fields.ts'
import type { Connect } from '../session.ts'
import { readValues } from '../values.ts'
import { tellPreview } from './tell-preview.ts'
import { dryRunOption, reasonOption, send, verb } from './verbs.ts'

interface Options {
  readonly step?: string
  readonly input?: string
  readonly from?: string
  readonly to: string
  readonly reason?: string
  readonly dryRun?: true
}

const stepOption = ['-s, --step <name>', 'which step, if several match'] as const

export function skipCommand(connect: Connect): Command {
  return verb('skip', 'skip the step that a run is at, or that failed')
    .option(...stepOption)
    .option(...reasonOption)
    .option(...dryRunOption)
    .action(async (run: string, { step, reason, dryRun }: Options) => {
      if (dryRun) return tellPreview(connect(), run, { of: 'skip', ...presentFields({ step }) })
      const body = presentFields({ step, reason })
      await send(connect, run, (api, to) => api.POST('/v1/workflow-runs/{id}/skip', { ...to, body }))
    })
}

export function markDoneCommand(connect: Connect): Command {
  return verb('mark-done', 'continue a run as if the step had returned an output')
    .argument('[values...]', 'the output: sent=true')
    .option('-i, --input <json>', 'the output as JSON, @file.json, or - for standard input')
    .option(...stepOption)
    .option(...reasonOption)
    .option(...dryRunOption)
    .action(async (run: string, values: string[], { input, step, reason, dryRun }: Options) => {
      const output = (await readValues(connect().terminal, values, input)) ?? {}
      const preview = { of: 'mark-done' as const, output: JSON.stringify(output), ...presentFields({ step }) }
      if (dryRun) return tellPreview(connect(), run, preview)
      const body = { output, ...presentFields({ step, reason }) }
      await send(connect, run, (api, to) => api.POST('/v1/workflow-runs/{id}/mark-done', { ...to, body }))
    })
}

export function jumpCommand(connect: Connect): Command {
  return verb('jump', 'jump to another step')
    .requiredOption('--to <step>', 'target step; END ends the run')
    .option('-s, --from <step>', 'source step, if several match')
    .option(...reasonOption)
    .option(...dryRunOption)
    .action(async (run: string, { from: from_step, to: to_step, reason, dryRun }: Options) => {
      if (dryRun) return tellPreview(connect(), run, { of: 'jump', to_step, ...presentFields({ from_step }) })
      const body = { to_step, ...presentFields({ from_step, reason }) }
      await send(connect, run, (api, to) => api.POST('/v1/workflow-runs/{id}/jump', { ...to, body }))
    })
}
