const units = [
  { name: 'day', seconds: 86_400 },
  { name: 'hour', seconds: 3_600 },
  { name: 'minute', seconds: 60 },
  { name: 'second', seconds: 1 },
] as const

/** A duration in words, at most two units: "1 day", "2 hours 30 minutes", "0.1 seconds". */
export function describeSeconds(seconds: number): string {
  let rest = seconds
  const parts: string[] = []
  for (const { name, seconds: size } of units) {
    const count = size === 1 ? Math.round(rest * 1000) / 1000 : Math.floor(rest / size)
    if (count > 0) parts.push(counted(count, name))
    rest -= count * size
  }
  return parts.length === 0 ? '0 seconds' : parts.slice(0, 2).join(' ')
}

export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}
