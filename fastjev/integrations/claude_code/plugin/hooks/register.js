// Hands the history to the fastjev program and installs what comes back. On any doubt the client goes on by itself.

export const register = (on, options) => {
  const program = options.bin || 'fastjev'
  let told = false // that the program gives no answer is said once a session
  let asked = false // this compaction was asked for below, and by nobody else: it may be left out, never summed up

  on('session.compact', async ($, e, next) => {
    // A subagent's history is its own, and what is computed in advance is not installed yet.
    if (options.mode === 'side' || e.agentId || e.trigger === 'precompute') return next(e)
    const leave = (why) => (asked ? { skip: `fastjev: ${why}` } : next(e))
    let answer
    try {
      const usage = await $.session.usage()
      const given = {
        protocol: 'fastjev.compact/1',
        trigger: e.trigger,
        instructions: e.instructions ?? null,
        session_id: await $.session.id(),
        root: await $.session.root(),
        window: usage.context?.window ?? null,
        options,
        messages: e.messages,
      }
      const ran = await $.process.run([program, 'hook', 'compact'], { stdin: JSON.stringify(given), timeoutMs: 120000 })
      answer = ran.exitCode === 0 && !ran.isStdoutTruncated ? JSON.parse(ran.stdout) : null
    } catch {
      answer = null // no such program, or no JSON
    }
    if (answer?.ok === false) return answer.skip ? { skip: `fastjev: ${answer.reason}` } : leave(answer.reason)
    if (!Array.isArray(answer?.messages) || !answer.messages.length) {
      if (!told) $.ui.toast(`fastjev: ${program} did not answer, so ${asked ? 'nothing is compacted' : 'the client compacts by itself'}; try fastjev doctor`)
      told = true
      return leave('no answer')
    }
    $.ui.toast(`fastjev: ${answer.said}`)
    return { messages: answer.messages, tokensBefore: answer.tokensBefore, tokensAfter: answer.tokensAfter }
  }).catch(($, e, next) => next(e))

  on('turn.complete', async ($, e, next) => {
    const done = await next(e)
    if (e.agentId || options.trigger === 'off' || options.mode === 'side' || options.mode === 'shadow') return done
    try {
      const usage = await $.session.usage()
      const given = {
        session_id: await $.session.id(),
        root: await $.session.root(),
        options,
        tokens: usage.context?.tokens ?? 0,
        window: usage.context?.window ?? 0,
        percent: usage.context?.percent ?? 0,
      }
      const ran = await $.process.run([program, 'hook', 'due'], { stdin: JSON.stringify(given), timeoutMs: 5000 })
      asked = ran.exitCode === 0 && JSON.parse(ran.stdout).compact === true
      if (asked) await $.session.compact()
    } catch {
      // No program, or a client without a terminal, which lets nobody ask.
    }
    asked = false
    return done
  }).catch(($, e, next) => next(e))
}
