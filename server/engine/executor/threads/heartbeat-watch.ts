import { tuning } from '../tuning.ts'
import { controlBlock } from './control-block.ts'
import { threadTimes } from './thread-cpu.ts'
import { type CpuSample, responsive, type Unresponsiveness, unresponsivenessSince } from './unresponsiveness.ts'

/**
 * The state of the probe that asks a thread for a sign of life:
 *
 * - `unneeded`: the thread has answered while no attempt was under way. Leaves to `due` with the next message to it.
 * - `due`: a message was sent. Leaves to `pending` when the probe is sent, or with a message of the thread.
 * - `pending`: the probe was sent. Leaves with any message of the thread, to `unneeded` or, while attempts are under way,
 *   to `due`.
 */
export type ProbeState = 'unneeded' | 'due' | 'pending'

/** A heartbeat watch measures for how long a thread has not answered, and for how long a call has not returned. */
export class HeartbeatWatch {
  private readonly control: Int32Array
  private readonly monotonic: () => number
  private readonly excusedShare: number
  private probe: ProbeState = 'unneeded'
  private probedAt: CpuSample | null = null
  /** The slot that was being called at the last look, and its sample at the second look. */
  private calling = 0
  private calledAt: CpuSample | null = null
  /** Characters sent to the thread since its last message. */
  private unread = 0
  private stoppedMs = 0

  constructor(control: Int32Array, monotonic: () => number, lowPriority: boolean) {
    this.control = control
    this.monotonic = monotonic
    this.excusedShare = lowPriority ? tuning.excusedShareLowPriority : tuning.excusedShare
  }

  /** The CPU throttle has stopped the thread: stopped time does not count. */
  noteStopped(ms: number): void {
    this.stoppedMs += ms
  }

  /** A message to the thread is under way. */
  noteMessage(): void {
    if (this.probe === 'unneeded') this.probe = 'due'
  }

  noteSent(characters: number): void {
    this.unread += characters
  }

  /** The thread has sent a message, with this number of attempts under way. */
  noteAnswer(attempts: number): void {
    this.unread = 0
    this.probedAt = null
    this.probe = attempts === 0 ? 'unneeded' : 'due'
  }

  /** For how long the current function call has not returned, measured from the second look at that call. */
  lookAtCall(): Unresponsiveness {
    const slot = Atomics.load(this.control, controlBlock.calling)
    if (this.calling !== slot) {
      this.calling = slot
      this.calledAt = null
    }
    // Most calls return before the next look, so the sample is read at the second look only.
    else if (slot !== 0 && this.calledAt) return unresponsivenessSince(this.calledAt, this.sample(), this.excusedShare)
    else if (slot !== 0) this.calledAt = this.sample()
    return responsive
  }

  get isProbeUnneeded(): boolean {
    return this.probe === 'unneeded'
  }

  /** Sends a probe unless one is pending, and returns for how long that one has not been answered. */
  lookAtProbe(sendProbe: () => void): Unresponsiveness {
    if (this.probe === 'pending' && this.probedAt) {
      return this.whileReading(unresponsivenessSince(this.probedAt, this.sample(), this.excusedShare))
    }
    this.probedAt = this.sample()
    sendProbe()
    this.probe = 'pending'
    return responsive
  }

  /** The clock of the thread, which stands still while the thread is stopped. */
  private sample(): CpuSample {
    return {
      at: this.monotonic() - this.stoppedMs,
      times: threadTimes(this.control[controlBlock.thread] ?? 0),
    }
  }

  /** The time to read the messages that were sent to the thread does not count. */
  private whileReading(unresponsiveness: Unresponsiveness): Unresponsiveness {
    return { ...unresponsiveness, ms: Math.max(0, unresponsiveness.ms - this.unread / tuning.readsPerMs) }
  }
}
