import {
  ArrowUpRight,
  Braces,
  CircleHelp,
  Clock,
  Code,
  Database,
  Flag,
  Globe,
  Layers2,
  type LucideIcon,
  Mail,
  Repeat,
  Rows3,
  Sparkles,
  Split,
  SquareFunction,
  Timer,
  User,
  Zap,
} from 'lucide-react'
import { isOfAgent } from '#core/definition/agent/agent-loop.ts'
import type { Step, StepType } from '#core/definition/definition.ts'
import { canvasTexts } from './texts/canvas.ts'

/** What has an icon: the step types, and a milestone of code. */
export type IconType = StepType | 'UNKNOWN' | 'MILESTONE'

export function iconTypeOf(step: Step): IconType {
  if (isOfAgent(step)) return 'AI'
  return step.type === 'UNKNOWN' && step.written_type === canvasTexts.milestone ? 'MILESTONE' : step.type
}

/** The icons that the catalogue names. The map stays here, because drawing an icon should not load the catalogue. */
export const stepIcons: Record<IconType, LucideIcon> = {
  STANDARD: SquareFunction,
  ASYNC: Clock,
  HTTP: Globe,
  MAIL: Mail,
  SQL: Database,
  AI: Sparkles,
  SCRIPT: Code,
  TRANSFORM: Braces,
  DECISION: Split,
  LOOP: Repeat,
  PARALLEL: Rows3,
  HUMAN: User,
  WAIT: Timer,
  SIGNAL: Zap,
  SUB_WORKFLOW: Layers2,
  FIRE_AND_FORGET: ArrowUpRight,
  MILESTONE: Flag,
  UNKNOWN: CircleHelp,
}

/** The category of a step type, as a class that sets its colours (app/globals.css): do, decide, wait or compose. */
export const kindClasses: Record<IconType, string> = {
  STANDARD: 'kind-do',
  ASYNC: 'kind-do',
  HTTP: 'kind-do',
  MAIL: 'kind-do',
  SQL: 'kind-do',
  AI: 'kind-do',
  SCRIPT: 'kind-do',
  TRANSFORM: 'kind-do',
  DECISION: 'kind-decide',
  LOOP: 'kind-decide',
  PARALLEL: 'kind-decide',
  HUMAN: 'kind-wait',
  WAIT: 'kind-wait',
  SIGNAL: 'kind-wait',
  SUB_WORKFLOW: 'kind-compose',
  FIRE_AND_FORGET: 'kind-compose',
  MILESTONE: 'kind-compose',
  UNKNOWN: 'kind-unknown',
}

/** The icon of a step type: on the node, in the palette, in every list of steps. */
export function StepIcon({ type, className }: { type: IconType; className?: string }) {
  const Icon = stepIcons[type]
  return <Icon aria-hidden="true" className={className} />
}
