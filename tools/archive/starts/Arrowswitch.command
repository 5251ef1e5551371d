#!/bin/sh
# Starts the director's desk and opens it in the browser. ./Arrowswitch.command demo starts the demonstration.
here=$(cd "$(dirname "$0")" && pwd)
python="$here/python/bin/python@PYTHON@"
[ -x "$python" ] || python=$(command -v python@PYTHON@)
if [ -z "$python" ]; then
  echo "Python @PYTHON@ is needed: install it, then start Arrowswitch again."
  echo "Python @PYTHON@ が必要です。インストールしてから、もう一度起動してください。"
  [ -t 0 ] && read -r _
  exit 1
fi
export PYTHONPATH="$here/lib" PYTHONUTF8=1
exec "$python" -s -m arrowswitch "$@"
