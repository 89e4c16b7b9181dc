# syntax=docker/dockerfile:1
# movecli in an image: small, not root, its settings and its journal below /home/node.
#   docker build --build-arg VERSION=0.1.0 -t movecli .
#   docker run --rm movecli motion daily -n sandbox
#   docker run --rm -v movecli-state:/state -v "$PWD/secrets:/secrets:ro" -e MOVECLI_API_KEY_FILE=/secrets/api-key movecli whoami
# Without VERSION the tarball in the folder is installed: npm pack, then docker build.
FROM node:22-alpine
ARG VERSION=
COPY --chown=root:root package.json movecli-*.tgz /tmp/movecli/
RUN if [ -n "$VERSION" ]; then npm install --global --omit=dev "movecli@$VERSION"; else npm install --global --omit=dev /tmp/movecli/movecli-*.tgz; fi \
  && npm cache clean --force \
  && rm -rf /tmp/movecli /root/.npm \
  && mkdir -m 0700 /state /home/node/.config \
  && chown node:node /state /home/node/.config
# A named volume takes the owner and the mode of the folder that it is mounted on.
VOLUME ["/state"]
ENV MOVECLI_STATE_DIR=/state MOVECLI_NO_INPUT=1
USER 1000:1000
WORKDIR /home/node
ENTRYPOINT ["movecli"]
CMD ["--help"]
