/** The frames of a stack without its head, which repeats the error that is shown above it; null without frames. */
export function stackFrames(stack: string | undefined): string | null {
  const frames = (stack ?? '').split('\n').filter((line) => /^\s+at /.test(line))
  return frames.length === 0 ? null : frames.map((line) => line.trim()).join('\n')
}
