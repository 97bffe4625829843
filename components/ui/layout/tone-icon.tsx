import { Check, Clock, Layers2, LoaderCircle, type LucideIcon, Minus, Undo2, User, X } from 'lucide-react'
import { classNames } from '../class-names.ts'
import type { Tone } from './tone.ts'

const icons: Record<Tone, LucideIcon> = {
  active: LoaderCircle,
  async: Clock,
  human: User,
  child: Layers2,
  done: Check,
  failed: X,
  undone: Undo2,
  idle: Minus,
}

/**
 * The icon of a tone, because a status is never shown by colour alone. The active icon turns, unless motion is reduced.
 */
export function ToneIcon({ tone, className }: { tone: Tone; className?: string }) {
  const Icon = icons[tone]
  return <Icon aria-hidden="true" className={classNames('shrink-0', tone === 'active' && 'animate-turn', className)} />
}
