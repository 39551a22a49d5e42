"""llama.cpp's server: serve_model.py MODEL.gguf CONTEXT. Prints its address, serves until it is killed."""
import sys
import time

import xllamacpp

params = xllamacpp.CommonParams()
params.model.path = sys.argv[1]
params.port = 0
params.n_ctx = int(sys.argv[2])
params.n_parallel = 1
params.warmup = False
# The default takes the host's cores, which may be more than ours, and is then several times slower.
params.cpuparams.n_threads = params.cpuparams_batch.n_threads = 2
server = xllamacpp.Server(params)
print("LISTEN", server.listening_address, flush=True)
while True:
    time.sleep(60)
