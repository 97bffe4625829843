import type { Command } from 'commander'
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
      if (dryRun) return tellPreview(connect(), run, { of: 'skip', step })
      await send(connect, run, 'skip', { step, reason })
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
      if (dryRun) return tellPreview(connect(), run, { of: 'mark-done', step, output: JSON.stringify(output) })
      await send(connect, run, 'mark-done', { step, output, reason })
    })
}

export function jumpCommand(connect: Connect): Command {
  return verb('jump', 'jump to another step')
    .requiredOption('--to <step>', 'target step; END ends the run')
    .option('-s, --from <step>', 'source step, if several match')
    .option(...reasonOption)
    .option(...dryRunOption)
    .action(async (run: string, { from, to, reason, dryRun }: Options) => {
      if (dryRun) return tellPreview(connect(), run, { of: 'jump', from_step: from, to_step: to })
      await send(connect, run, 'jump', { from_step: from, to_step: to, reason })
    })
}
