"""9×9 Go of pgx on the CPU: steps, choices and new games in one compiled loop."""

from __future__ import annotations

import os

from pace import one_core, serve

os.environ["XLA_FLAGS"] = "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1"
os.environ["JAX_PLATFORMS"] = "cpu"
SIZE = 1024
STEPS = 4


def main() -> None:
    import jax
    import jax.numpy as jnp
    import pgx
    from pgx.experimental import auto_reset

    env = pgx.make("go_9x9")
    stepping = jax.vmap(auto_reset(env.step, env.init))

    def once(_, before):
        state, key = before
        key, choosing, beginning = jax.random.split(key, 3)
        chances = jnp.where(state.legal_action_mask, 0.0, -jnp.inf)
        return stepping(state, jax.random.categorical(choosing, chances), jax.random.split(beginning, SIZE)), key

    play = jax.jit(lambda before: jax.lax.fori_loop(0, STEPS, once, before))
    start = jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.PRNGKey(0), SIZE))
    place = [(start, jax.random.PRNGKey(1))]

    def step() -> int:
        place[0] = jax.block_until_ready(play(place[0]))
        return STEPS * SIZE

    serve({"go": step})


if __name__ == "__main__":
    with one_core():
        main()
