export function say_hello() {
  return { hello: 'from below' }
}
