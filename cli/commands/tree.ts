import { Command } from 'commander'
import { findRun, runArgument } from '../find-run.ts'
import type { RunTree } from '../models.ts'
import { paint, paintStatus } from '../output/paint.ts'
import { printJson } from '../output/print-json.ts'
import { printable } from '../output/printable.ts'
import type { Connect, Session } from '../session.ts'

export function treeCommand(connect: Connect): Command {
  return new Command('tree')
    .description('draw the whole family of a run: root, children, theirs')
    .argument('<run>', runArgument)
    .action(async (asked: string) => {
      const session = connect()
      const runId = await findRun(session.client, asked)
      const { client } = session
      const root = await client.told(client.api.GET('/v1/workflow-runs/{id}/tree', { params: { path: { id: runId } } }))
      if (session.json) return printJson(session.terminal, root)
      draw(session, root, runId, '', '')
    })
}

function draw(session: Session, run: RunTree, asked: string, first: string, rest: string): void {
  const { terminal } = session
  const step = run.parent_step === null ? '' : `${printable(run.parent_step)} → `
  const name = `${printable(run.workflow_name)} v${run.workflow_version}`
  const doing = run.error?.message ?? run.current_steps.join(', ')
  terminal.out(
    `${first}${step}${run.run_id === asked ? paint(terminal, 'bold', name) : name}  ${paintStatus(terminal, run.workflow_status)}  ${paint(terminal, 'dim', `${run.run_id}${doing === '' ? '' : `  ${printable(doing)}`}`)}\n`,
  )
  const left = run.children_left
  for (const [index, child] of run.children.entries()) {
    const last = index === run.children.length - 1 && left === 0
    draw(session, child, asked, `${rest}${last ? '└─ ' : '├─ '}`, `${rest}${last ? '   ' : '│  '}`)
  }
  if (left > 0) {
    terminal.out(`${rest}└─ ${paint(terminal, 'dim', `${left} more: heddle runs --parent ${run.run_id}`)}\n`)
  }
}
